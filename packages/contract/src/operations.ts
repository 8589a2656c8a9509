import { accountOperations } from './account.ts'
import { catalogueOperations } from './catalogue.ts'
import { changeOperations } from './changes.ts'
import { configurationOperations } from './configuration.ts'
import { cookieOperations } from './cookies.ts'
import { fileOperations } from './files.ts'
import { followOperations } from './follows.ts'
import { importStatusOperations } from './import-status.ts'
import { interestOperations } from './interests.ts'
import { likeOperations } from './likes.ts'
import { listeningOperations } from './listening.ts'
import { mediaOperations } from './media.ts'
import { notificationOperations } from './notifications.ts'
import type { Operation } from './operation.ts'
import { ownDataOperations } from './own-data.ts'
import { playlistOperations } from './playlists.ts'
import { searchOperations } from './search.ts'

/** Every call the server answers. A test holds it against what the server binds. */
export const operations: readonly Operation[] = [
  ...configurationOperations,
  ...importStatusOperations,
  ...mediaOperations,
  ...accountOperations,
  ...cookieOperations,
  ...fileOperations,
  ...catalogueOperations,
  ...searchOperations,
  ...listeningOperations,
  ...interestOperations,
  ...followOperations,
  ...playlistOperations,
  ...likeOperations,
  ...ownDataOperations,
  ...changeOperations,
  ...notificationOperations,
]
