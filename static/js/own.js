// Your own kingdom: the state follows the typing, and names are offered as they begin.
const typed = () => $('#names');
let pause, byKey, asking = 0;

// The text under the typing keeps the box as high as it is long; wrong words are marked anew later.
const grow = () => { const under = $('.under'); if (under) under.textContent = typed().value + '\n'; };

const recheck = async () => {
  const form = $('#own'), text = typed()?.value;
  if (text === undefined || !form.matches('[data-live]') || busy) return;
  const body = fields(form);
  body.set('do', 'check');
  try {
    const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'text/html' } });
    const doc = new DOMParser().parseFromString(await answer.text(), 'text/html'), fresh = $('#names', doc);
    if (!answer.ok || !fresh || busy || typed()?.value !== text) return;
    // A name that is being typed is no mistake yet: it is looked at again once it is finished.
    if (byKey && $$('.under u', doc).pop()?.textContent === text.slice(word()[0]).trim()) return;
    const where = typed().selectionStart;
    if (fresh.value !== text) { typed().value = fresh.value; typed().setSelectionRange(where, where); }
    if (fresh.matches('[aria-invalid]')) typed().setAttribute('aria-invalid', 'true'); else typed().removeAttribute('aria-invalid');
    for (const part of ['.under', '#state', '#problems', '#dock']) $(part).replaceWith($(part, doc));
    for (const el of $$('symbol', doc)) if (!$('#' + el.id)) $('symbol').parentNode.append(el);
    const to = new URL(answer.url);
    shown = to.pathname + to.search;
    history.replaceState(null, '', shown);
    say($('#state').textContent, false);
  } catch { /* the next tap says that there is no connection */ }
};

// What is being typed: from the last mark between names to the caret.
const word = () => {
  const el = typed(), before = el.value.slice(0, el.selectionStart), start = before.search(/[^,;|\n(:]*$/);
  return [start + before.slice(start).search(/\S|$/), el.selectionStart];
};

const offer = async () => {
  const [start, end] = word(), text = typed().value.slice(start, end), mine = ++asking, list = $('#near');
  let names = [];
  if (text.length > 1 && typed() === document.activeElement) {
    try { names = await (await fetch('/own/names?q=' + encodeURIComponent(text))).json(); } catch { /* none */ }
  }
  if (mine !== asking || !list) return;
  if (names.length === 1 && names[0] === text) names = [];
  list.replaceChildren(...names.map((name) => {
    const item = document.createElement('li'), button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => {
      const el = typed(), [from, to] = word();
      el.setRangeText(name, from, to, 'end');
      el.focus();
      list.hidden = true;
      el.dispatchEvent(new Event('input', { bubbles: true }));
    });
    item.append(button);
    return item;
  }));
  list.hidden = !names.length;
};

addEventListener('input', (event) => {
  if (event.target.id === 'names') {
    // A text too long for an address is sent as pages were always sent, so that nothing is lost.
    $('#own').toggleAttribute('data-live', encodeURIComponent(typed().value).length < 5000);
    byKey = event.data?.length === 1 || /^delete|Composition/.test(event.inputType);
    grow();
    offer();
    clearTimeout(pause);
    pause = setTimeout(recheck, 800);
  } else if (event.target.id === 'find') {
    const wanted = event.target.value.toLowerCase().trim();
    for (const row of $$('.choices > li')) row.hidden = !$$('.name,.english', row).some((el) => el.textContent.toLowerCase().includes(wanted));
  }
});
addEventListener('focusout', ({ target }) => {
  if (target.id !== 'names' || !byKey) return;
  byKey = false;
  recheck();
});
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && $('#near')) { asking += 1; $('#near').hidden = true; }
});
addEventListener('submit', () => clearTimeout(pause), true);
const finding = () => { const field = $('.finding'); if (field) field.hidden = false; };
addEventListener('page', () => {
  finding();
  // The button that was pressed is gone with its problem; the next one is at hand.
  if (document.activeElement === document.body) ($('#problems button') || $('#dock button'))?.focus({ preventScroll: true });
});
finding();
