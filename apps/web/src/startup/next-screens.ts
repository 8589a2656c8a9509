/** Screens that Home leads to with one press: their code is fetched before that of all others. */
export const nextScreens = ['album', 'artist', 'albums', 'artists', 'search'] as const
