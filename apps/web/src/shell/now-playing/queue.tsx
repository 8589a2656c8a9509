import { useToken } from '../../account/session.ts'
import { QueueDock } from '../../listening/queue-dock.tsx'
import { trackPlaylistEntries } from '../../pages/menus/playlist-menu-entries.tsx'

/** The queue, in whose rows members have their playlists as in all others. */
export function PlayerQueue() {
  const isMember = useToken() !== null
  return <QueueDock moreOf={isMember ? ({ id }) => [trackPlaylistEntries(id)] : undefined} />
}
