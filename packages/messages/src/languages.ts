import type { aboutTexts } from './en/about.ts'
import type { appsTexts } from './en/account/apps.ts'
import type { securityTexts } from './en/account/security.ts'
import type { accountTexts } from './en/account.ts'
import type { attentionTexts } from './en/administration/attention.ts'
import type { collectionTexts } from './en/administration/collection.ts'
import type { serviceLogTexts } from './en/administration/service-log.ts'
import type { setUpTexts } from './en/administration/set-up.ts'
import type { administrationTexts } from './en/administration.ts'
import type { archiveTexts } from './en/archive.ts'
import type { creditsTexts } from './en/catalogue/credits.ts'
import type { listingsTexts } from './en/catalogue/listings.ts'
import type { recordingsTexts } from './en/catalogue/recordings.ts'
import type { catalogueTexts } from './en/catalogue.ts'
import type { commonTexts } from './en/common.ts'
import type { connectionTexts } from './en/connection.ts'
import type { footerTexts } from './en/footer.ts'
import type { formTexts } from './en/forms.ts'
import type { homeTexts } from './en/home.ts'
import type { collectionPlaylistTexts } from './en/library/collection-playlists.ts'
import type { libraryTexts } from './en/library.ts'
import type { listeningTexts } from './en/listening.ts'
import type { notificationsTexts } from './en/notifications.ts'
import type { picturesTexts } from './en/pictures.ts'
import type { playbackTexts } from './en/playback.ts'
import type { searchTexts } from './en/search.ts'
import type { emailTexts } from './en/server/emails.ts'
import type { forArtistsTexts } from './en/server/for-artists.ts'
import type { mailSettingsTexts } from './en/server/mail-settings.ts'
import type { previewTexts } from './en/server/previews.ts'
import type { pushTexts } from './en/server/push.ts'
import type { shellTexts } from './en/shell.ts'
import type { shortcutsTexts } from './en/shortcuts.ts'
import type { signInTexts } from './en/sign-in.ts'
import type { titles } from './en/titles.ts'
import { translate } from './texts.ts'

interface Areas {
  readonly about: typeof aboutTexts
  readonly account: typeof accountTexts
  readonly administration: typeof administrationTexts
  readonly apps: typeof appsTexts
  readonly archive: typeof archiveTexts
  readonly attention: typeof attentionTexts
  readonly catalogue: typeof catalogueTexts
  readonly credits: typeof creditsTexts
  readonly recordings: typeof recordingsTexts
  readonly listings: typeof listingsTexts
  readonly collectionAdmin: typeof collectionTexts
  readonly collectionPlaylists: typeof collectionPlaylistTexts
  readonly common: typeof commonTexts
  readonly connection: typeof connectionTexts
  readonly emails: typeof emailTexts
  readonly footer: typeof footerTexts
  readonly forArtists: typeof forArtistsTexts
  readonly forms: typeof formTexts
  readonly home: typeof homeTexts
  readonly library: typeof libraryTexts
  readonly listening: typeof listeningTexts
  readonly mailSettings: typeof mailSettingsTexts
  readonly notifications: typeof notificationsTexts
  readonly pictures: typeof picturesTexts
  readonly playback: typeof playbackTexts
  readonly previews: typeof previewTexts
  readonly push: typeof pushTexts
  readonly search: typeof searchTexts
  readonly security: typeof securityTexts
  readonly serviceLog: typeof serviceLogTexts
  readonly setUp: typeof setUpTexts
  readonly shell: typeof shellTexts
  readonly shortcuts: typeof shortcutsTexts
  readonly signIn: typeof signInTexts
  readonly titles: typeof titles
}

/** All messages in another language: every area with every key, in ICU syntax with the arguments of the English one. */
export type Translation = {
  readonly [Area in keyof Areas]: Readonly<Record<keyof Areas[Area], string>>
}

/** Languages besides English, by BCP 47 tag: `de: async () => (await import('./de/translation.ts')).german`. */
export const languages: Readonly<Record<string, () => Promise<Translation>>> = {}

/**
 * Changes all texts to a language. Call it before anything is shown.
 * @returns undefined if there is nothing to wait for: the language is English, or unknown
 */
export function loadLanguage(language: string): Promise<void> | undefined {
  return languages[language]?.().then(translation => translate(language, translation))
}
