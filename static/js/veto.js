// No more strikes than there are; one must be taken back before another is made.
const count = () => {
  const form = $('[data-most]'), ticks = $$('[data-most] [name=pile]');
  const full = form && ticks.filter((el) => el.checked).length >= +form.dataset.most;
  for (const el of ticks) el.disabled = full && !el.checked;
};
// A phone that is passed on must not find old ticks by going back.
addEventListener('pagehide', () => $('[data-most]')?.reset());
addEventListener('pageshow', count);
addEventListener('change', count);
addEventListener('page', count);
count();
