/**
 * What every long visit loads: screens that are visited together, and what it loads without being asked for it. The weights are a
 * guess of how often each is loaded by itself, against 1 for what somebody opens now and then, such as a dialog.
 */
export const prefetchedParts: readonly (readonly [weight: number, ...modules: string[]])[] = [
  // Chunks are named after the first screen in them.
  [20, screen('album')],
  [8, ...['albums', 'artists', 'popular-albums', 'popular-artists'].map(screen)],
  [10, ...['search', 'artist', 'genre', 'daily-mix', 'track'].map(screen), 'catalogue/search/search-box.tsx'],
  [15, screen('library')],
  [10, ...['liked-songs', 'playlist'].map(screen)],
  [15, screen('profile')],
  [
    5,
    ...['login', 'signup', 'forgot-password', 'reset-password', 'verify-email'].map(name =>
      screen(`sign-in/${name}`),
    ),
  ],
  [2, screen('about')],
  [2, screen('contact')],
  [2, screen('settings')],
  [1, screen('set-up/set-up')],
  [
    2,
    ...['overview', 'collection/collection', 'jobs', 'people', 'service-settings', 'log'].map(name =>
      screen(`admin/${name}`),
    ),
  ],
  [
    100,
    'shell/footer/footer.tsx',
    'startup/follow-service.ts',
    'startup/start-service-worker.ts',
    'notifications/start-notifications.ts',
  ],
  // Not with the footer, which the first load has.
  [
    30,
    'shell/top-bar/connection-sign.tsx',
    'pages/error-message.tsx',
    'shell/refusal-notice.tsx',
    'library/playlist-deletion/deletion-undo.tsx',
    'listening/announcements/playback-notice.tsx',
  ],
  [100, 'listening/engine/player-output.ts'],
  [30, 'listening/resume/persist-player.ts'],
]

/** Weights of parts that are loaded when they are needed, but often. */
export const oftenLoaded: Readonly<Record<string, number>> = {
  'shell/top-bar/member-area.tsx': 30,
  'pages/home/member-shelves.tsx': 5,
  // While it is not yet known who is signed in.
  'pages/components/member-skeletons.tsx': 20,
  'pages/tracks/track-list.tsx': 10,
  'ui/menus/options-menu.tsx': 10,
  'account/account-dropdown.tsx': 10,
  'listening/queue/queue-view.tsx': 5,
  'library/likes/like-toggle.tsx': 15,
  'library/sign-in-prompt/sign-in-dialog.tsx': 5,
  'listening/settings/playback-menu.tsx': 5,
}

function screen(name: string): string {
  return `pages/${name}-page.tsx`
}
