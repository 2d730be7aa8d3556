// Counting points: plus, minus and typed numbers are saved at once, and the totals follow.
(() => {
  let timer, unsaved = 0;
  const numbers = () => $$('#counts [inputmode]');

  const save = () => {
    const form = $('#counts'), sent = numbers().map((el) => [el, el.value]);
    line = line.then(async () => {
      try {
        const body = new URLSearchParams(new FormData(form));
        const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'text/html' } });
        const html = await answer.text();
        if (!answer.ok) { put(html, location.href, false, '', true); return; }
        const totals = $('#p-totals', new DOMParser().parseFromString(html, 'text/html'));
        if (totals) $('#p-totals')?.replaceWith(totals);
        // What is saved is what the page was made with, so that news of other phones change the rest.
        for (const [el, value] of sent) {
          el.defaultValue = value;
          $('[name="was' + el.name.slice(1) + '"]').defaultValue = value || 0;
        }
      } catch { say(document.body.dataset.offline, true); }
    }).then(() => { busy -= 1; });
    unsaved = 0;
  };
  const touched = () => {
    if (!unsaved) busy += 1;  // news wait until it is saved
    unsaved = 1;
    clearTimeout(timer);
    timer = setTimeout(save, 400);
  };

  addEventListener('click', (event) => {
    const button = event.target.closest?.('.count button');
    if (!button) return;
    event.preventDefault();
    const el = $('[inputmode]', button.parentNode), step = button.value.startsWith('more') ? 1 : -1;
    el.value = Math.min(Math.max((parseInt(el.value, 10) || 0) + step, 0), 999);
    touched();
  });
  addEventListener('input', ({ target }) => { if (target.matches('#counts [inputmode]')) touched(); });
  addEventListener('focusin', ({ target }) => { if (target.matches('#counts [inputmode]')) target.select(); });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches('#counts [inputmode]')) return;
    event.preventDefault();
    const all = numbers();
    (all[all.indexOf(event.target) + 1] || event.target).focus();
  });
  // Whoever leaves within the moment before saving loses nothing, either.
  addEventListener('pagehide', () => {
    if (unsaved) navigator.sendBeacon($('#counts').action, new URLSearchParams(new FormData($('#counts'))));
  });
})();
