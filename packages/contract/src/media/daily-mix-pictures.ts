/** Pictures of daily mixes; they have no owner. */
export const DAILY_MIX_PATH = '/profile_path/playlist_profile/default/{file}'

/** Edge length in pixels. */
export const DAILY_MIX_EDGE = 512

/** Background colours, one for each picture, dark enough for white text. */
const DAILY_MIX_COLOURS = [
  '#5b2a86',
  '#0f5c7a',
  '#9a3412',
  '#1e6b45',
  '#8c1d40',
  '#2f4fa8',
  '#7d5a12',
  '#24585c',
] as const

/** Number of pictures; with more genres they repeat. */
export const DAILY_MIX_PICTURES = DAILY_MIX_COLOURS.length

/** File name and colour of the n-th daily mix's picture. @param n from 1 */
export function dailyMixPicture(n: number): { readonly file: string; readonly colour: string } {
  const index = (n - 1) % DAILY_MIX_PICTURES
  return { file: `daily_mix_${index + 1}.jpg`, colour: DAILY_MIX_COLOURS[index] as string }
}
