const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** True where it could be one of our tokens. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}
