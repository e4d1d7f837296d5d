export { plural, shortDuration, shortNumber, shortSize } from '@unspool/session/show';
