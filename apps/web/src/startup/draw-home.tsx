import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Component as Home } from '../pages/home-page.tsx'
import { Layout } from '../shell/layout.tsx'
import { cacheHomeLists, type HomeLists, serialiseHomeLists } from './home-lists.ts'

/**
 * Home as markup, by the components that show it in a browser, so that it can be seen before their code has
 * come: as a guest sees it in whose browser nothing is kept, at any width. Runs on the server.
 */
export async function drawHome(lists: HomeLists): Promise<string> {
  const client = new QueryClient()
  cacheHomeLists(client, lists)
  const router = createMemoryRouter([{ Component: Layout, children: [{ index: true, Component: Home }] }])
  try {
    const { prelude } = await prerender(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
      // In one piece: scripts that would put it together may not run.
      { progressiveChunkSize: Number.POSITIVE_INFINITY },
    )
    return `<div id="root">${await new Response(prelude).text()}</div>\n    ${serialiseHomeLists(lists)}`
  } finally {
    router.dispose()
    client.clear()
  }
}
