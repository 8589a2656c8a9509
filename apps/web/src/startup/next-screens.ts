/** Screens that Home links to: their code is prefetched before that of all others. */
export const nextScreens = ['album', 'artist', 'albums', 'artists', 'search'] as const
