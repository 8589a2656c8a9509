import { commonTexts } from '@refrain/messages/en/common'
import { useNavigation } from 'react-router'

/** A line under the top bar; CSS shows it only once loading the next page takes noticeably long. */
export function LoadingLine() {
  const { state } = useNavigation()
  if (state !== 'loading') return null
  return (
    <div
      role="status"
      aria-label={commonTexts.loading}
      className="fixed inset-x-0 top-[calc(var(--top-bar)-2px)] z-40 h-0.5 animate-appear-late bg-accent"
    />
  )
}
