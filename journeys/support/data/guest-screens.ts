import type { catalogueOf } from './catalogue.ts'

/**
 * Titles and paths of all screens that a guest can open, for checks that walk them. The music has an artist "The Oscillators" and a
 * genre "Tones".
 * @param albums titles; the first is by The Oscillators
 * @param track title of one
 */
export async function guestScreens(
  catalogue: ReturnType<typeof catalogueOf>,
  albums: readonly [string, ...string[]],
  track: string,
): Promise<Record<string, string>> {
  const found = await Promise.all(albums.map(title => catalogue.album(title)))
  return {
    Home: '/',
    Artists: '/artists',
    'The Oscillators': `/artists/${found[0]?.artist}`,
    Albums: '/albums',
    Songs: '/songs',
    ...Object.fromEntries(albums.map((title, place) => [`${title} - Album`, `/albums/${found[place]?._id}`])),
    'Popular albums': '/popularalbums',
    'Popular artists': '/PopularArtists',
    Search: '/search',
    Tones: `/genres/${(await catalogue.genre('Tones'))._id}`,
    'Daily Mix 1': '/playlists/tones',
    [track]: `/track/${(await catalogue.track(track))._id}`,
    Login: '/login',
    Signup: '/signup',
    'Forgot password': '/forgot-password',
    'New password': '/reset-password',
    'Confirm email address': '/verify-email',
    'About the creator': '/about',
    'Contact Us': '/contact',
    Settings: '/settings',
    'Unexpected Application Error!': '/nowhere',
  }
}
