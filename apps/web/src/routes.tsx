import { type ComponentType, lazy, Suspense } from 'react'
import { type LoaderFunction, type RouteObject, redirect } from 'react-router'
import { forMembers, MembersOnly } from './account/members-only.tsx'
import { ownUserQuery } from './account/own-user.ts'
import { readToken } from './account/session.ts'
import { setUpQuery } from './administration/set-up-query.ts'
import { queryClient } from './api/query-client.ts'
import {
  albumListingQuery,
  artistListingQuery,
  popularAlbumsQuery,
  popularArtistsQuery,
} from './catalogue/catalogue-queries.ts'
import { genresQuery } from './catalogue/genres/genre-queries.ts'
import {
  prefetchAlbum,
  prefetchArtist,
  prefetchDailyMix,
  prefetchGenre,
  prefetchTrack,
} from './catalogue/prefetch.ts'
import { recentTracksQuery } from './listening/reports/recent-queries.ts'
import { readRecent } from './listening/reports/recent-tracks.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { paths } from './paths.ts'
import { BareLayout } from './shell/bare-layout.tsx'
import { Layout } from './shell/layout.tsx'
import { loadChunk } from './ui/loading/load-chunk.ts'
import { loadPart } from './ui/loading/load-part.ts'

/** Loads the code of each page. */
export const pages = {
  home: () => import('./pages/home-page.tsx'),
  artists: () => import('./pages/artists-page.tsx'),
  artist: () => import('./pages/artist-page.tsx'),
  albums: () => import('./pages/albums-page.tsx'),
  album: () => import('./pages/album-page.tsx'),
  songs: () => import('./pages/listings/songs-page.tsx'),
  popularAlbums: () => import('./pages/popular-albums-page.tsx'),
  popularArtists: () => import('./pages/popular-artists-page.tsx'),
  genre: () => import('./pages/genre-page.tsx'),
  dailyMix: () => import('./pages/daily-mix-page.tsx'),
  track: () => import('./pages/track-page.tsx'),
  // With the search box, which is in the top bar.
  search: async () => {
    const [page] = await Promise.all([
      import('./pages/search-page.tsx'),
      import('./catalogue/search/search-box.tsx'),
    ])
    return page
  },
  login: () => import('./pages/sign-in/login-page.tsx'),
  signup: () => import('./pages/sign-in/signup-page.tsx'),
  forgotPassword: () => import('./pages/sign-in/forgot-password-page.tsx'),
  resetPassword: () => import('./pages/sign-in/reset-password-page.tsx'),
  verifyEmail: () => import('./pages/sign-in/verify-email-page.tsx'),
  about: () => import('./pages/about-page.tsx'),
  contact: () => import('./pages/contact-page.tsx'),
  settings: () => import('./pages/settings-page.tsx'),
  library: () => import('./pages/library-page.tsx'),
  likedSongs: () => import('./pages/liked-songs-page.tsx'),
  playlist: () => import('./pages/playlist-page.tsx'),
  profile: () => import('./pages/profile-page.tsx'),
  setUp: () => import('./pages/set-up/set-up-page.tsx'),
  admin: () => import('./pages/admin/overview-page.tsx'),
  adminCollection: () => import('./pages/admin/collection/collection-page.tsx'),
  adminJobs: () => import('./pages/admin/jobs-page.tsx'),
  adminPeople: () => import('./pages/admin/people-page.tsx'),
  adminSettings: () => import('./pages/admin/service-settings-page.tsx'),
  adminLog: () => import('./pages/admin/log-page.tsx'),
}

const skeletons = () => loadPart(() => import('./pages/components/member-skeletons.tsx'))
const LibrarySkeleton = lazy(async () => ({ default: (await skeletons()).LibrarySkeleton }))
const PlaylistSkeleton = lazy(async () => ({ default: (await skeletons()).PlaylistSkeleton }))
const AdminSkeleton = lazy(async () => ({ default: (await skeletons()).AdminSkeleton }))
const ProfileSkeleton = lazy(async () => ({ default: (await skeletons()).ProfileSkeleton }))

/** @param prefetch starts fetching the page's data in parallel with its code; the navigation does not wait for it */
function page(
  load: (typeof pages)[keyof typeof pages],
  prefetch: (id: string) => void = () => {},
): RouteObject {
  return {
    lazy: () => loadChunk(load),
    loader: ({ params }) => {
      prefetch(params.id ?? params.genre ?? '')
      return null
    },
  }
}

/** The route table. Paths are case-insensitive. */
export const routes: RouteObject[] = [
  {
    Component: BareLayout,
    children: [
      {
        ErrorBoundary: ErrorPage,
        HydrateFallback: () => null,
        children: [{ path: 'setup', lazy: () => loadChunk(pages.setUp), loader: forNewService }],
      },
    ],
  },
  {
    Component: Layout,
    children: [
      {
        ErrorBoundary: ErrorPage,
        HydrateFallback: () => null,
        children: [
          {
            index: true,
            ...page(pages.home, () => {
              const recent = readRecent()
              if (recent.length > 0) queryClient.prefetchQuery(recentTracksQuery(recent))
              queryClient.prefetchQuery(popularArtistsQuery)
              queryClient.prefetchQuery(popularAlbumsQuery)
            }),
          } as RouteObject,
          {
            path: 'artists',
            ...page(pages.artists, () => queryClient.prefetchInfiniteQuery(artistListingQuery)),
          },
          { path: 'artists/:id', ...page(pages.artist, prefetchArtist) },
          {
            path: 'albums',
            ...page(pages.albums, () => queryClient.prefetchInfiniteQuery(albumListingQuery)),
          },
          { path: 'albums/:id', ...page(pages.album, prefetchAlbum) },
          { path: 'songs', ...page(pages.songs) },
          {
            path: 'popularalbums',
            ...page(pages.popularAlbums, () => queryClient.prefetchQuery(popularAlbumsQuery)),
          },
          {
            path: 'PopularArtists',
            ...page(pages.popularArtists, () => queryClient.prefetchQuery(popularArtistsQuery)),
          },
          { path: 'genres/:id', ...page(pages.genre, prefetchGenre) },
          { path: 'playlists/:genre', ...page(pages.dailyMix, prefetchDailyMix) },
          { path: 'track/:id', ...page(pages.track, prefetchTrack) },
          { path: 'search', ...page(pages.search, () => queryClient.prefetchQuery(genresQuery)) },
          { path: 'login', ...page(pages.login) },
          { path: 'signup', ...page(pages.signup) },
          { path: 'forgot-password', ...page(pages.forgotPassword) },
          { path: 'reset-password', ...page(pages.resetPassword) },
          { path: 'verify-email', ...page(pages.verifyEmail) },
          { path: 'about', ...page(pages.about) },
          { path: 'contact', ...page(pages.contact) },
          { path: 'settings', ...page(pages.settings) },
          { path: 'userplaylists/:id', ...members(pages.playlist, undefined, PlaylistSkeleton) },
          {
            Component: MembersOnly,
            children: [
              {
                path: ':userId/library',
                ...members(pages.library, forMembers(paths.library), LibrarySkeleton),
              },
              {
                path: ':userId/library/likedSongs',
                ...members(pages.likedSongs, forMembers(paths.likedSongs), PlaylistSkeleton),
              },
              {
                path: 'user/:userId',
                ...members(pages.profile, forMembers(paths.profile), ProfileSkeleton),
              },
              { path: 'admin', ...members(pages.admin, forAdministrators, AdminSkeleton) },
              {
                path: 'admin/collection',
                ...members(pages.adminCollection, forAdministrators, AdminSkeleton),
              },
              { path: 'admin/jobs', ...members(pages.adminJobs, forAdministrators, AdminSkeleton) },
              { path: 'admin/people', ...members(pages.adminPeople, forAdministrators, AdminSkeleton) },
              { path: 'admin/settings', ...members(pages.adminSettings, forAdministrators, AdminSkeleton) },
              { path: 'admin/log', ...members(pages.adminLog, forAdministrators, AdminSkeleton) },
            ],
          },
          { path: '*', loader: notFound },
        ],
      },
    ],
  },
]

/** A screen for members only. `Skeleton` is shown until the session is known. @param loader undefined if the page has its own */
function members(
  load: (typeof pages)[keyof typeof pages],
  loader: LoaderFunction | undefined,
  Skeleton: ComponentType,
): RouteObject {
  const HydrateFallback = () => (
    <Suspense>
      <Skeleton />
    </Suspense>
  )
  return { lazy: () => loadChunk(load), loader, HydrateFallback } as RouteObject
}

function notFound(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}

/** Once the service is set up, this screen does not exist. */
async function forNewService(): Promise<null> {
  await queryClient.fetchQuery(setUpQuery).catch(notFound)
  return null
}

/** To everybody else, the screens of administrators do not exist. */
async function forAdministrators(): Promise<null> {
  const token = await readToken()
  if (token === null) throw redirect(paths.login())
  const user = await queryClient.ensureQueryData(ownUserQuery(token))
  return user.isAdministrator ? null : notFound()
}
