// In an app of the home screen nothing leads back from a PDF: there it is saved.
if (standalone) addEventListener('click', ({ target }) => {
  const link = target.closest('[target=_blank][href*=".pdf"]');
  if (link) { link.search += '&save=1'; link.target = ''; }
}, true);
// Work that takes a while: its page asks how far it is, and is exchanged in place.
(() => {
  const ask = (after) => {
    const job = $('[data-job]');
    if (job) setTimeout(async () => {
      if ($('[data-job]') !== job) return;
      try { await load(location.href); } catch { ask(5000); }
    }, after);
  };
  addEventListener('page', () => ask(1000));
  ask(1000);
})();
