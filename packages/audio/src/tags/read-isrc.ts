const MAX_TEXT = 32
const ISRC = /^[A-Z]{2}[A-Z\d]{3}\d{7}$/

/** An International Standard Recording Code without its hyphens, '' for what is none. */
export function readIsrc(text: unknown): string {
  if (typeof text !== 'string' || text.length > MAX_TEXT) return ''
  const code = text.replaceAll(/[-\s"]/g, '').toUpperCase()
  return ISRC.test(code) ? code : ''
}
