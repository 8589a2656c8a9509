import { defineTexts } from '../texts.ts'

export const playbackTexts = defineTexts('playback', {
  crossfade: 'Crossfade',
  crossfadeText:
    'A track fades into the next. Tracks that belong together on an album still join without a gap.',
  loudnessOffText: 'Everything is as loud as it was made.',
  automatic: 'Automatic',
  loudnessAutomaticText: 'By album while an album plays, else by track.',
  byTrack: 'By track',
  loudnessByTrackText: 'Every track is as loud as any other.',
  byAlbum: 'By album',
  loudnessByAlbumText: 'Every album is as loud as any other; its quiet tracks stay quiet.',
  loudness: 'Loudness',
  loudnessText: 'No track is suddenly louder than the one before.',
  playback: 'Playback',
  speed: 'Speed',
  sleepTimer: 'Sleep timer',
  settings: 'Settings',
  endOfTrack: 'End of track',
  speedText: 'Tracks play slower or faster; their pitch stays.',
  savedInThisBrowser: 'Saved in this browser.',
  crossfadeSeconds: '{seconds} s',
  seconds: '{seconds, plural, one {# second} other {# seconds}}',
  minutes: '{minutes, plural, one {# minute} other {# minutes}}',
  minutesLeft: '{minutes} min left',
})
