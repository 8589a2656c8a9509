import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import { loadLanguage } from '@refrain/messages/languages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Component as Home } from '../pages/home-page.tsx'
import { Layout } from '../shell/layout.tsx'
import { cacheHomeLists, type HomeLists, serialiseHomeLists } from './home-lists.ts'

/**
 * Renders Home as markup on the server, so that it is visible before its code has loaded: as a guest without stored
 * data sees it, for any window width.
 */
export async function prerenderHome(lists: HomeLists): Promise<string> {
  await loadLanguage(SERVICE_LANGUAGE)
  const client = new QueryClient()
  cacheHomeLists(client, lists)
  const router = createMemoryRouter([{ Component: Layout, children: [{ index: true, Component: Home }] }])
  try {
    const { prelude } = await prerender(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
      // In one chunk: the content security policy blocks the inline scripts that would assemble several.
      { progressiveChunkSize: Number.POSITIVE_INFINITY },
    )
    return `<div id="root">${await new Response(prelude).text()}</div>\n    ${serialiseHomeLists(lists)}`
  } finally {
    router.dispose()
    client.clear()
  }
}
