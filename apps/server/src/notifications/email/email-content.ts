/** What a mail says, before it is written as text and as HTML. Nothing in it is markup. */
export interface EmailContent {
  readonly subject: string
  readonly title: string
  readonly parts: readonly EmailBlock[]
  /** Why it comes, and what its reader can do about that. */
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
  /** Address of its cover, '' where it has none. */
  readonly cover: string
}
