import { defineTexts } from '../texts.ts'

export const playbackTexts = defineTexts('playback', {
  crossfade: 'Crossfade',
  crossfadeText:
    'Fade each track into the next. Tracks that belong together on an album still join without a gap.',
  loudnessOffText: 'Play files as they are.',
  automatic: 'Automatic',
  loudnessAutomaticText: 'By album while you play an album, otherwise by track.',
  byTrack: 'By track',
  loudnessByTrackText: 'All tracks at the same loudness.',
  byAlbum: 'By album',
  loudnessByAlbumText: 'All albums at the same loudness. Quiet tracks stay quiet.',
  loudness: 'Loudness',
  loudnessText: 'No sudden jumps in volume between tracks.',
  playback: 'Playback',
  speed: 'Speed',
  sleepTimer: 'Sleep timer',
  settings: 'Settings',
  endOfTrack: 'End of track',
  speedText: 'Play slower or faster at the same pitch.',
  savedInThisBrowser: 'Saved in this browser.',
  crossfadeSeconds: '{seconds} s',
  seconds: '{seconds, plural, one {# second} other {# seconds}}',
  minutes: '{minutes, plural, one {# minute} other {# minutes}}',
  minutesLeft: '{minutes} min left',
})
