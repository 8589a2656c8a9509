import { useNavigation } from 'react-router'

/** A line under the top bar while the next page is on its way for longer than is pleasant. */
export function LoadingLine() {
  const { state } = useNavigation()
  if (state !== 'loading') return null
  return (
    <div
      role="status"
      aria-label="Loading"
      className="fixed inset-x-0 top-[calc(var(--top-bar)-2px)] z-40 h-0.5 animate-appear-late bg-accent"
    />
  )
}
