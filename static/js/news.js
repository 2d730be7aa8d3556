// Pages that several phones look at, such as a veto: asks for news, and exchanges only what has changed.
(() => {
  let timer, asking, pause = 2e3;
  const ids = (root) => $$('[id^=p-]', root).map((el) => el.id).join();

  const take = async (options) => {
    const room = $('[data-news]');
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, ...options });
    const html = await answer.text(), doc = new DOMParser().parseFromString(html, 'text/html');
    const fresh = $('[data-news]', doc);
    // A tap's answer that came meanwhile is newer than this one.
    if (busy || !room?.isConnected) return;
    if (new URL(answer.url).pathname !== location.pathname) throw 0;  // the page for times without a network
    if (!fresh || ids(doc) !== ids()) { put(html, answer.url, false); return; }
    const key = focusKey(document.activeElement);
    for (const part of $$('[id^=p-]', doc)) {
      const old = $('#' + part.id);
      if (old.innerHTML === part.innerHTML) continue;
      old.replaceWith(part);
      const sentences = $$('[data-say]', part).map((el) => el.textContent.trim()).join(' ');
      if (sentences) say(sentences);
    }
    for (const el of $$('symbol', doc)) if (!$('#' + el.id)) $('symbol').parentNode.append(el);
    room.dataset.version = fresh.dataset.version;
    if (key && document.activeElement === document.body) $(key)?.focus({ preventScroll: true });
  };
  const ask = async () => {
    clearTimeout(timer);
    const room = $('[data-news]');
    if (!room || asking || document.hidden) return;
    asking = true;
    try {
      const { news, version } = room.dataset, options = { signal: AbortSignal.timeout(6e3) };
      const answer = await fetch(news + (news.includes('?') ? '&' : '?') + 'since=' + version, options);
      if (answer.status === 404 || (answer.status === 200 && !busy && $('[data-news]') === room)) await take(options);
      pause = 2e3;
    } catch { pause = Math.min(pause * 1.5, 12e3); }
    asking = false;
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
  };
  addEventListener('pageshow', ({ persisted }) => { if (persisted) take().catch(() => {}); });
  addEventListener('visibilitychange', ask);
  addEventListener('online', ask);
  addEventListener('page', () => { clearTimeout(timer); timer = setTimeout(ask, pause); });
  timer = setTimeout(ask, pause);
})();
