const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML, between tags and in quoted attributes alike: none of it is markup. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, letter => ENTITIES[letter] as string)
}
