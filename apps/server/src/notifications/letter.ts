/** What a mail says, before it is written as text and as HTML. Nothing in it is markup. */
export interface Letter {
  readonly subject: string
  readonly title: string
  readonly parts: readonly LetterPart[]
  /** Why it comes, and what its reader can do about that. */
  readonly footer: readonly LetterPart[]
}

export type LetterPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | LetterAlbum

export interface LetterAlbum {
  readonly kind: 'album'
  readonly title: string
  readonly artist: string
  readonly url: string
  /** Address of its cover, '' where it has none. */
  readonly cover: string
}
