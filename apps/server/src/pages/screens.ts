import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import type { Operation } from '@refrain/contract/operation'
import type { titles } from '@refrain/messages/en/titles'
import type { PlainKey } from '@refrain/messages/texts'

/** The kind of record that a screen shows. */
export type Shown = 'artist' | 'album' | 'genre' | 'dailyMix' | 'track'

export interface Screen {
  /** As in the pages' route table. */
  readonly pattern: string
  /** Key of its title. */
  readonly title?: PlainKey<typeof titles>
  readonly shows?: Shown
  /** Does not exist once the service is set up. */
  readonly isSetUp?: true
  /** Requests to preload. */
  readonly preloads?: readonly Operation[]
}

/** All screens of the pages. A check compares them with the route table. */
export const screens: readonly Screen[] = [
  { pattern: '/', title: 'home', preloads: [fetchPopularArtists, fetchPopularAlbums] },
  { pattern: '/artists', title: 'artists' },
  { pattern: '/artists/:id', shows: 'artist' },
  { pattern: '/albums', title: 'albums' },
  { pattern: '/albums/:id', shows: 'album' },
  { pattern: '/songs', title: 'songs' },
  { pattern: '/popularalbums', title: 'popularAlbums', preloads: [fetchPopularAlbums] },
  { pattern: '/PopularArtists', title: 'popularArtists', preloads: [fetchPopularArtists] },
  { pattern: '/genres/:id', shows: 'genre' },
  { pattern: '/playlists/:genre', shows: 'dailyMix' },
  { pattern: '/track/:id', shows: 'track' },
  { pattern: '/search', title: 'search' },
  { pattern: '/login', title: 'login' },
  { pattern: '/signup', title: 'signup' },
  { pattern: '/forgot-password', title: 'forgotPassword' },
  { pattern: '/reset-password', title: 'resetPassword' },
  { pattern: '/verify-email', title: 'verifyEmail' },
  { pattern: '/about', title: 'about' },
  { pattern: '/contact', title: 'contact' },
  { pattern: '/settings', title: 'settings' },
  { pattern: '/setup', title: 'setUp', isSetUp: true },
  { pattern: '/admin', title: 'administration' },
  { pattern: '/admin/collection', title: 'collection' },
  { pattern: '/admin/jobs', title: 'jobs' },
  { pattern: '/admin/people', title: 'people' },
  { pattern: '/admin/settings', title: 'serviceSettings' },
  { pattern: '/admin/log', title: 'log' },
  // What belongs to one listener says nothing to others.
  { pattern: '/:userId/library', title: 'library' },
  { pattern: '/:userId/library/likedSongs', title: 'likedSongs' },
  { pattern: '/user/:userId', title: 'account' },
  { pattern: '/userplaylists/:id' },
]

const matchers = screens.map(screen => ({
  screen,
  shape: new RegExp(`^${screen.pattern.replaceAll(/:\w+/g, '([^/]+)').replace(/\/$/, '')}/?$`, 'i'),
}))

/**
 * Finds the screen of a path, and the id or name in it. Ignores case, like the pages' router.
 * @param path without a query
 */
export function findScreen(path: string): { readonly screen: Screen; readonly key: string } | undefined {
  for (const { screen, shape } of matchers) {
    const found = shape.exec(path)
    if (found) return { screen, key: decode(found[1] ?? '') }
  }
  return undefined
}

/** Decodes a path segment; '' if it is invalid or contains control characters. */
function decode(part: string): string {
  try {
    const text = decodeURIComponent(part)
    return /\p{Cc}/u.test(text) ? '' : text
  } catch {
    return ''
  }
}
