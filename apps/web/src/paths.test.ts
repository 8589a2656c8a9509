import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'

/** The pattern of the route that an address matches; '/' for Home. */
function patternOf(address: string): string {
  const match = matchRoutes(routes, address)?.at(-1)
  return match ? `/${match.route.path ?? ''}` : 'nowhere'
}

const expected: Record<keyof typeof paths, readonly [string, string]> = {
  home: [paths.home(), '/'],
  artists: [paths.artists(), '/artists'],
  artist: [paths.artist('ar1'), '/artists/:id'],
  albums: [paths.albums(), '/albums'],
  album: [paths.album('al1'), '/albums/:id'],
  songs: [paths.songs(), '/songs'],
  popularAlbums: [paths.popularAlbums(), '/popularalbums'],
  popularArtists: [paths.popularArtists(), '/PopularArtists'],
  genre: [paths.genre('ge1'), '/genres/:id'],
  dailyMix: [paths.dailyMix('Hip Hop'), '/playlists/:genre'],
  track: [paths.track('tr1'), '/track/:id'],
  search: [paths.search('a'), '/search'],
  login: [paths.login(), '/login'],
  signup: [paths.signup(), '/signup'],
  forgotPassword: [paths.forgotPassword(), '/forgot-password'],
  resetPassword: [paths.resetPassword(), '/reset-password'],
  verifyEmail: [paths.verifyEmail(), '/verify-email'],
  about: [paths.about(), '/about'],
  contact: [paths.contact(), '/contact'],
  settings: [paths.settings(), '/settings'],
  setUp: [paths.setUp(), '/setup'],
  admin: [paths.admin(), '/admin'],
  adminCollection: [paths.adminCollection(), '/admin/collection'],
  adminJobs: [paths.adminJobs(), '/admin/jobs'],
  adminPeople: [paths.adminPeople(), '/admin/people'],
  adminSettings: [paths.adminSettings(), '/admin/settings'],
  adminLog: [paths.adminLog(), '/admin/log'],
  library: [paths.library('us1'), '/:userId/library'],
  likedSongs: [paths.likedSongs('us1'), '/:userId/library/likedSongs'],
  profile: [paths.profile('us1'), '/user/:userId'],
  playlist: [paths.playlist('pl1'), '/userplaylists/:id'],
}

describe('paths', () => {
  it.each(Object.entries(expected))(
    'builds the address of %s as in the route table (ROUTE-01, ROUTE-05 to ROUTE-10, ROUTE-15, ROUTE-17, ROUTE-19 to ROUTE-22, ROUTE-24, ROUTE-25)',
    (_, [address, pattern]) => {
      expect(patternOf(address)).toBe(pattern)
    },
  )

  it('has a path for each page of the route table, and no others', () => {
    const patterns: string[] = []
    const walk = (route: RouteObject) => {
      if (route.lazy) patterns.push(`/${route.path ?? ''}`)
      for (const child of route.children ?? []) walk(child)
    }
    for (const route of routes) walk(route)
    expect(patterns.toSorted()).toEqual(
      Object.values(expected)
        .map(([, pattern]) => pattern)
        .toSorted(),
    )
  })

  it('matches routes in any letter case (READ-37)', () => {
    expect(patternOf('/popularartists')).toBe('/PopularArtists')
    expect(patternOf('/PopularAlbums')).toBe('/popularalbums')
  })

  it('shows the error page for unknown addresses (PROP-37)', () => {
    expect(patternOf('/nowhere/at/all')).toBe('/*')
  })

  it('escapes values in addresses', () => {
    expect(paths.album('a/b?c')).toBe('/albums/a%2Fb%3Fc')
  })
})
