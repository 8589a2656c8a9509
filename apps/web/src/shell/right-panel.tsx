import { NowPlayingPanel } from './now-playing-panel.tsx'

/** The now-playing panel beside the page, above 550 px (READ-67). */
export function RightPanel() {
  return (
    <aside
      aria-label="Now playing"
      className="right-panel fixed top-(--top-bar) right-0 bottom-(--frame-bottom) z-20 flex w-(--panel) flex-col overflow-y-auto border-l border-line bg-raised p-4 [scrollbar-width:thin] xl:p-5"
    >
      <NowPlayingPanel />
    </aside>
  )
}
