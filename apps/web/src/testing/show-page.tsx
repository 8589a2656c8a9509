import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { routes } from '../routes.tsx'

/** Renders a page with routes, layout and query client. */
export async function showPage(address: string): Promise<ReturnType<typeof createMemoryRouter>> {
  queryClient.clear()
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(() => {
    if (!document.querySelector('main h1')) throw new Error('The page has not rendered yet.')
  })
  return router
}
