// Forms that answer in place: the same forms work without this, by a page for each answer.
// All scripts of a page share one block; the others use what is named here.
const $$ = (sel, root = document) => [...root.querySelectorAll(sel)];
const $ = (sel, root) => $$(sel, root)[0];
const say = (text, seen) => {
  const el = $('#said');
  el.textContent = text;
  if (seen !== undefined) el.classList.toggle('seen', seen);
};

const standalone = matchMedia('(display-mode:standalone)').matches;
const here = () => location.pathname + location.search;
let back, lastSpot, lastTap, shown = here(), busy = 0, line = Promise.resolve();

const focusKey = (el) => el && (el.id ? '#' + CSS.escape(el.id)
  : el.name ? '[name="' + CSS.escape(el.name) + '"][value="' + CSS.escape(el.value) + '"]' : '');
const top = (sel) => { const box = sel && $(sel)?.getBoundingClientRect(); return box?.height ? box.top : NaN; };
const scroll = (act, y) => act({ top: y, behavior: 'instant' });

// Rows keep their places while at most one of a list is new; answers what came for what.
const rolls = () => $$('.roll').map((list) => new Map($$('.lock', list).map((el) => [el.value, el.closest('.pile')])));
const stay = (old) => rolls().map((now, n) => {
  const was = old[n] || now, fresh = [...now.keys()].filter((id) => !was.has(id)), row = now.get(fresh[0]);
  for (const id of fresh) now.get(id).classList.add('new');
  if (now.size !== was.size || fresh[1]) return '';
  for (const id of was.keys()) $$('.roll')[n].append(now.get(id) || row);
  row?.classList.add('came');
  const gone = [...was.keys()].find((id) => !now.has(id));
  return row ? $('#change').dataset.came.replace('{new}', $('.name', row).textContent).replace('{old}', $('.name', was.get(gone)).textContent) : '';
}).join('');

// The page changes under the thumb: what was tapped (`held`) stays where it is on the screen.
const put = (html, url, push, held, refused) => {
  const doc = new DOMParser().parseFromString(html, 'text/html');
  const page = $('#page', doc), same = page && doc.body.className === document.body.className;
  if (refused && !same) {
    // The page stays as it is, with a token that is good again; the sentence says why.
    const token = $('[name=csrf_token]', doc);
    if (token) for (const el of $$('[name=csrf_token]')) el.value = token.value;
    say($('main p', doc)?.textContent || document.body.dataset.offline, true);
    return;
  }
  if (!same) { location.assign(url); return; }
  const old = rolls(), active = document.activeElement, key = focusKey(active), was = top(held);
  const place = $$('.pile').indexOf(active.closest('.pile'));
  const unfolded = $('[data-stay][open]');
  document.documentElement.dataset.theme = doc.documentElement.dataset.theme;
  document.documentElement.lang = doc.documentElement.lang;
  document.title = doc.title;
  $$('[media]').forEach((el, i) => { el.content = $$('[media]', doc)[i].content; });
  $('#page').replaceWith(page);
  if (unfolded) for (const el of $$('[data-stay]')) el.open = true;
  const target = new URL(url, location.href);
  shown = target.pathname + target.search;
  if (push && shown !== here()) history[push](null, '', shown + (target.hash || location.hash));
  // The step that is shown went with the old page; this makes the new one the target.
  if (location.hash && !$(':target')) { const y = scrollY; location.replace(location.hash); scroll(scrollTo, y); }
  const came = stay(old);
  if (key) ($$(key).find((el) => el.getClientRects()[0]) || $$('.pile')[place]?.querySelector('.acts > :last-child') || $('.facts summary'))?.focus({ preventScroll: true });
  const moved = top(held) - was;
  if (moved) scroll(scrollBy, moved);
  say([came, ...$$('.said,[data-say]', page).map((el) => el.textContent.trim())].join(' '), false);
  dispatchEvent(new Event('page'));
};

const load = async (url, options, push, held) => {
  const answer = await fetch(url, { headers: { Accept: 'text/html' }, ...options });
  put(await answer.text(), answer.url, push, held, !answer.ok);
};

// What a form sends; the button by hand, since Chrome before 112 leaves it out.
const fields = (form, button) => {
  const all = new URLSearchParams(new FormData(form));
  if (button?.name) all.append(button.name, button.value);
  return all;
};

const fresh = (root) => {
  for (const el of $$('[name=seed]', root)) el.value = `${Math.random()}${Math.random()}`;
};

addEventListener('submit', (event) => {
  const form = event.target, tapped = event.submitter;
  // Without a network a button says so and waits; those that answer in place find out themselves.
  if (!navigator.onLine && form.method === 'post' && !form.matches('[data-live],[data-wish]')) {
    event.preventDefault();
    say(document.body.dataset.offline, true);
  }
  // In an app of the home screen nothing leads back from a PDF: there it is saved.
  if (tapped?.formTarget) {
    if (standalone) { tapped.formAction += '?save=1'; tapped.formTarget = '_self'; }
    return;
  }
  if (!form.matches('[data-live]') || event.defaultPrevented) return;
  event.preventDefault();
  // Taps on one thing after another (data-live="each") wait in line; a second tap on the same is one too many.
  if (busy && form.dataset.live !== 'each') return;
  // A double tap on the same place of a kingdom is one tap, however fast the answer comes.
  const place = $$('.pile').indexOf(tapped?.closest('.pile')), spot = tapped?.name + (place < 0 ? tapped?.value : place);
  if (form.id === 'change' && spot === lastSpot && event.timeStamp - lastTap < 600) return;
  lastSpot = spot;
  lastTap = event.timeStamp;
  busy += 1;
  const body = fields(form, tapped), held = focusKey(tapped);
  line = line.then(async () => {
    try {
      await load(form.action, { method: 'POST', body }, 'pushState', held);
      fresh(form);
    } catch {
      lastSpot = 0;
      say(document.body.dataset.offline, true);
    }
    busy -= 1;
  });
});

addEventListener('online', () => say('', false));

// A page that was kept, in the browser's memory or by it, would deal the same kingdom once more.
addEventListener('pageshow', () => fresh());
addEventListener('popstate', () => {
  if (back = here() !== shown && here()) load(location.href).catch(() => location.reload());
});
addEventListener('keydown', ({ key }) => {
  const menu = $('.menu[open]');
  if (key === 'Escape' && menu) { menu.open = false; menu.firstElementChild.focus(); }
});
addEventListener('click', () => { for (const el of $$('.came')) el.classList.remove('came'); });
navigator.serviceWorker?.register('/sw.js').catch(() => {});
