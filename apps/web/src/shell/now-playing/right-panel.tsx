import { shellTexts } from '@refrain/messages/en/shell'
import { NowPlayingPanel } from './now-playing-panel.tsx'
import { PlayerQueue } from './queue.tsx'

/** The now-playing panel beside the page. */
export function RightPanel() {
  return (
    <aside
      aria-label={shellTexts.nowPlaying}
      className="right-panel fixed top-(--top-bar) right-0 bottom-(--frame-bottom) z-20 flex w-(--panel) flex-col overflow-y-auto border-l border-line bg-raised [scrollbar-width:thin]"
    >
      <div className="flex flex-1 flex-col p-4 xl:p-5">
        <NowPlayingPanel />
      </div>
      <PlayerQueue />
    </aside>
  )
}
