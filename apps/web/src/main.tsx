import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { pages, routes } from './routes.tsx'

const router = createBrowserRouter(routes)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

// Once the first screen stands, the code of the others comes, so that each opens at once.
addEventListener('load', () => {
  const later = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 2000))
  later(() => {
    for (const load of Object.values(pages)) load().catch(() => {})
  })
})
