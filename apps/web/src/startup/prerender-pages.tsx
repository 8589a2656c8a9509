import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import { loadLanguage } from '@refrain/messages/languages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { prerender } from 'react-dom/static'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Component as AlbumPage } from '../pages/album-page.tsx'
import { Component as Home } from '../pages/home-page.tsx'
import { paths } from '../paths.ts'
import { prefix } from '../prefix.ts'
import { Layout } from '../shell/layout.tsx'
import { type AlbumRecords, cacheAlbumRecords } from './album-records.ts'
import { cacheHomeLists, type HomeLists, serialiseHomeLists } from './home-lists.ts'

/**
 * Renders Home as markup on the server, so that it is visible before its code has loaded: as a guest without stored
 * data sees it, for any window width.
 */
export async function prerenderHome(lists: HomeLists): Promise<string> {
  const root = await render(
    client => cacheHomeLists(client, lists),
    { path: '/', Component: Home },
    paths.home(),
  )
  return `${root}\n    ${serialiseHomeLists(lists)}`
}

/** Renders an album's page in the same way, with placeholders for its tracks: the browser replaces it by the whole page. */
export function prerenderAlbum({ name, album }: Pick<AlbumRecords, 'name' | 'album'>): Promise<string> {
  return render(
    client => cacheAlbumRecords(client, { name, album }),
    { path: '/albums/:id', Component: AlbumPage },
    paths.album(album.id),
    true,
  )
}

async function render(
  cacheRecords: (client: QueryClient) => void,
  page: { readonly path: string; readonly Component: ComponentType },
  address: string,
  isPartial = false,
): Promise<string> {
  await loadLanguage(SERVICE_LANGUAGE)
  const client = new QueryClient()
  cacheRecords(client)
  const router = createMemoryRouter([{ Component: Layout, children: [page] }], {
    basename: `${prefix}/`,
    initialEntries: [prefix + address],
  })
  try {
    const { prelude } = await prerender(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
      // In one chunk: the content security policy blocks the inline scripts that would assemble several.
      { progressiveChunkSize: Number.POSITIVE_INFINITY },
    )
    const attribute = isPartial ? ' data-partial=""' : ''
    return `<div id="root"${attribute}>${await new Response(prelude).text()}</div>`
  } finally {
    router.dispose()
    client.clear()
  }
}
