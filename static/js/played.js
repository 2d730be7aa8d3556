// The day where the phone is; the form works without.
for (const el of $$('[data-today]')) {
  const now = new Date();
  el.value = el.max = new Date(now - now.getTimezoneOffset() * 6e4).toISOString().slice(0, 10);
}
