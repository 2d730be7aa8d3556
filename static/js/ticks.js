// Ticks: shown at once, kept on this phone, sent when the server is there, shared with other phones.
// A page that set no cookie yet has no token; the first answer brings one.
let root, form, key, since, timer, asking, again, token = '', pause = 2e3, memory = '{}';
// Friends who may not tick see marks, which carry their item as data.
const lines = (top) => $$('[name=t],[data-t]', top);
// What is waiting under a code was ticked by a friend.
const door = (id) => (id.length < 9 ? '/k/' + id : '') + '/marks';
const renew = () => load(location.href, { cache: 'reload' });

// By kingdom: version v and marks m of the server, and w, the changes that wait to be sent.
const all = () => {
  try { memory = localStorage.ticks || memory; } catch {}
  return JSON.parse(memory);
};
const waits = ({ w }) => Object.keys(w).length;
const late = (kept = all()) => Object.keys(kept).find((id) => waits(kept[id]));
const keep = (id, change) => {
  const kept = all(), keys = Object.keys(kept);
  if (keys.length > 9) delete kept[keys.find((old) => old !== id && !waits(kept[old]))];
  change(kept[id] ??= { v: 0, m: {}, w: {} });
  memory = JSON.stringify(kept);
  try { localStorage.ticks = memory; } catch {}
};

const paint = () => {
  for (const list of $$('.step', form)) {
    let ticked = 0, left = 0;
    for (const box of $$('.box', list)) {
      const n = lines(box).filter((el) => el.checked).length, open = n < lines(box).length;
      box.classList.toggle('done', !open);
      $('small b', box).textContent = n;
      box.previousSibling?.setAttribute('aria-pressed', !open);
      ticked += n;
      left += open;
    }
    for (const tally of $$('[data-of=' + list.id + ']')) {
      $('b', tally).textContent = ticked;
      $$('span', tally).pop().textContent = list.dataset.left.split('|')[left];
      $('rect', tally)?.setAttribute('width', 100 * ticked / lines(list).length + '%');
    }
  }
};
const show = () => {
  const { m, w } = all()[key];
  for (const el of lines(form)) {
    el.checked = w[el.value] ?? m[el.value];
    if (el.dataset.t) el.textContent = el.checked ? '✓' : '';
  }
  paint();
};
const away = (off) => {
  const told = $('.away');
  if (!told) return;
  if (off && told.hidden) say(told.textContent);
  told.hidden = !off;
};

// The server knows less than this phone, or lost its cookie: it is told all ticks again.
const resend = ({ m, w }) => {
  if (!root.dataset.code) for (const item in m) if (m[item]) w[item] ??= 1;
};
const take = (id, { version, ticks, fetchers, begins, moved }) => {
  keep(id, (mine) => {
    if (version < mine.v) {
      resend(mine);
      mine.m = {};
    }
    mine.v = version;
    Object.assign(mine.m, ticks);
  });
  if (id !== key) return;
  // Whoever went back to a kingdom stays with it, whatever was made of it meanwhile.
  if (moved && !busy && !back) return load(moved, {}, 'replaceState');
  since.value = version;
  show();
  for (const box in fetchers) for (const el of $$('[data-c="' + box + '"]')) say(el.textContent = fetchers[box]);
  const told = $('#begins');
  if (begins && told.textContent !== begins) {
    told.hidden = false;
    say(told.textContent = begins);
  }
};
const send = async (id, { v, w }, options) => {
  const tokens = $$('[name=csrf_token]'), known = tokens[0]?.value || token;
  const body = new URLSearchParams({ csrf_token: known, kingdom: id, since: v });
  for (const item in w) body.append(w[item] ? 'on' : 'off', item);
  const answer = await fetch(door(id), { method: 'POST', body, ...options });
  if ([403, 404].includes(answer.status)) {
    keep(id, (mine) => { mine.w = {}; });
    if (id === key) await renew();
    return;
  }
  const news = await answer.json();
  if (news.token) {
    token = news.token;
    for (const el of tokens) el.value = token;
    keep(id, resend);
    if (!known) return send(id, all()[id], options);
  }
  if (!answer.ok && answer.status !== 422) throw 0;
  keep(id, (mine) => {
    for (const item in w) {
      mine.m[item] = w[item];
      if (mine.w[item] === w[item]) delete mine.w[item];
    }
  });
  if (answer.ok) take(id, news);
};
const ask = async (id, { v }, options) => {
  const may = $('[name=t]', form) ? '&may=1' : '';
  const answer = await fetch(door(id) + '?kingdom=' + id + '&since=' + v + may, options);
  if (!answer.ok) throw 0;
  if (answer.status !== 200) return;
  const news = await answer.json();
  if (news.reload) await renew();
  else take(id, news);
};

const turn = async () => {
  clearTimeout(timer);
  again = asking;
  if (asking) return;
  asking = true;
  const options = { signal: AbortSignal.timeout(6e3) }, id = late(), of = shown;
  try {
    if (id) await send(id, all()[id], options);
    else if (form && !document.hidden) await ask(key, all()[key], options);
    pause = 2e3;
    if (back === of) back = 0;  // an answer to the page one came from says nothing of this one
    away(false);
    again ||= late();
  } catch {
    pause = Math.min(pause * 1.5, 12e3);
    away(true);
    again = false;
  }
  asking = false;
  timer = setTimeout(turn, again ? 0 : pause);
};

const start = () => {
  root = $('.steps');
  form = $('.ticks');
  if (!form) return;
  since = $('[name=since]');
  const version = +since.value;
  key = root.dataset.code || root.dataset.key;
  for (const el of $$('.save')) el.hidden = true;
  for (const el of $$('[data-t]')) {
    el.value = el.dataset.t;
    el.defaultChecked = el.textContent;
  }
  keep(key, (mine) => {
    if (mine.v > version) return;
    mine.v = version;
    mine.m = {};
    for (const el of lines(form)) mine.m[el.value] = +!!el.defaultChecked;
  });
  show();
  for (const box of $$('.done', form)) box.open = false;
  turn();
};

const tick = (these) => {
  keep(key, ({ w }) => { for (const el of these) w[el.value] = +el.checked; });
  paint();
  const box = these[0].closest('.done');
  say($('h2', these[0].closest('.step')).textContent + (box ? '. ' + $('summary', box).innerText : ''));
  turn();
};
addEventListener('change', ({ target }) => { if (target.name === 't') tick([target]); });
// A whole box: the second tap takes back what the first one ticked.
addEventListener('click', (event) => {
  const all = event.target.closest('[name=all]');
  if (!all) return;
  event.preventDefault();
  const inside = lines(all.parentNode), open = inside.filter((el) => !el.checked);
  const these = open.length ? open : all.did || inside;
  all.did = open.length && these;
  for (const el of these) el.checked = open.length;
  tick(these);
});
addEventListener('online', turn);
addEventListener('visibilitychange', turn);
addEventListener('page', start);
start();
