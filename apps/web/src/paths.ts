const segment = encodeURIComponent

/** Every link of the pages is built here; a test holds each against the route table. */
export const paths = {
  home: () => '/',
  artists: () => '/artists',
  artist: (id: string) => `/artists/${segment(id)}`,
  albums: () => '/albums',
  album: (id: string) => `/albums/${segment(id)}`,
  popularAlbums: () => '/popularalbums',
  popularArtists: () => '/PopularArtists',
} as const
