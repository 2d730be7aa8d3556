// Close leads back the way one came, so that the browser's Back does not open this page once more.
addEventListener('click', (event) => {
  const link = event.target.closest('.corner > a');
  if (!link || history.length < 2 || !document.referrer.startsWith(link.href.split('#')[0])) return;
  event.preventDefault();
  history.back();
});
