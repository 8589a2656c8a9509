/** The id of a genre's daily mix among the lists that can be played. */
export const dailyMixId = (genreId: string) => `mix-${genreId}`
