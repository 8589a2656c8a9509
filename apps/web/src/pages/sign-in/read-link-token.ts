/** The token of a link from an email: in the fragment, which no server logs. '' without one. */
export function readLinkToken(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}
