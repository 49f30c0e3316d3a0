import { describeYears } from './terms-play.ts'

describeYears('AU')
