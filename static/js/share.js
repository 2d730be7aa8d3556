// Sending and copying; without this there are fields to copy from by hand.
(() => {
  const select = (field) => { field.focus({ preventScroll: true }); field.select(); field.setSelectionRange(0, field.value.length); };
  // On plain http there is no clipboard to write to, but a selection can still be copied.
  const copy = async (field) => {
    try { await navigator.clipboard.writeText(field.value); return true; } catch { /* not in this context */ }
    select(field);
    return document.execCommand('copy');
  };
  const faces = new WeakMap();
  const show = (button, text) => {
    if (!faces.has(button)) faces.set(button, { face: [...button.childNodes] });
    const kept = faces.get(button);
    clearTimeout(kept.timer);
    button.replaceChildren(text);
    kept.timer = setTimeout(() => button.replaceChildren(...kept.face), 2000);
  };
  const wake = () => {
    if (document.querySelector('.share')) document.documentElement.classList.add('scripted');
    for (const button of document.querySelectorAll('[data-send],[data-copy]')) button.hidden = false;
  };
  const tell = async (button) => {
    const { copied, failed } = button.closest('[data-copied]').dataset;
    const field = document.getElementById(button.dataset.send || button.dataset.copy);
    field.style.display = 'block';
    const done = await copy(field);
    field.style.display = '';
    document.getElementById('said').textContent = done ? copied : failed;
    if (done) {
      show(button, copied);
      button.focus({ preventScroll: true });
    } else {
      document.documentElement.classList.remove('scripted');
      select(field);
    }
  };
  addEventListener('click', async (event) => {
    const button = event.target.closest('[data-send],[data-copy]');
    if (!button) return;
    if (button.dataset.send && navigator.share) {
      try {
        await navigator.share({ title: button.dataset.title, url: document.getElementById(button.dataset.send).value });
        return;
      } catch (error) { if (error.name === 'AbortError') return; }
    }
    tell(button);
  });
  addEventListener('focusin', (event) => {
    if (event.target.matches('.share [readonly]')) event.target.select();
  });
  addEventListener('page', wake);
  wake();
})();
