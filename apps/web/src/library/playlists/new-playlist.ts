/** The playlist whose page is being opened because it has just been created. */
let created: string | undefined

export function rememberNewPlaylist(id: string): void {
  created = id
}

export const isNewPlaylist = (id: string) => created === id

/** Once its page is open: coming back to it is nothing new. */
export function forgetNewPlaylist(): void {
  created = undefined
}
