import { Outlet } from 'react-router'

/** A screen of its own, without navigation and player. */
export function BareLayout() {
  return (
    <main id="main" tabIndex={-1} className="@container/main min-h-dvh outline-none">
      <Outlet />
    </main>
  )
}
