import { useToken } from '../../account/session.ts'
import { QueueDock } from '../../listening/queue/queue-dock.tsx'
import { trackPlaylistEntries } from '../../pages/menus/playlist-menu-entries.tsx'

/** The queue; the menus of its rows offer members their playlists. */
export function PlayerQueue() {
  const isMember = useToken() !== null
  return <QueueDock moreOf={isMember ? ({ id }) => [trackPlaylistEntries(id)] : undefined} />
}
