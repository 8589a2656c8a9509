/** What an email says, before it is rendered as text and HTML. No string in it contains markup. */
export interface EmailContent {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly EmailBlock[]
  /** Why the recipient gets this email and how to stop it. */
  readonly footer: readonly EmailBlock[]
}

export type EmailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | EmailAlbum

export interface EmailAlbum {
  readonly kind: 'album'
  readonly title: string
  readonly artist: string
  readonly url: string
  /** Address of its cover, '' if it has none. */
  readonly cover: string
}

export const text = (value: string): EmailBlock => ({ kind: 'text', text: value })
export const link = (label: string, url: string): EmailBlock => ({ kind: 'link', label, url })
export const button = (label: string, url: string): EmailBlock => ({ kind: 'button', label, url })
