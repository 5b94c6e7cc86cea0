// The answers of the HTTP interface (see the package comment of companion/web), and the types
// that the page's own scripts share. A test of companion/web compares the first part with the Go
// structs.

// ---- Answers.

interface Look {
  tone: number;
  colour: string;
  picture: string;
}

interface Tally {
  glyph: string;
  n: number;
  seat: number;
  mark: number;
}

interface Pile {
  what: string;
  seat: number;
  of: Tally[];
}

interface Cell {
  glyph: string;
  name?: string;
  seat: number;
  mark: number;
  tag?: string;
}

interface View {
  title: string;
  prompt: string;
  lines: string[];
  strip: Tally[];
  piles: Pile[];
  w: number;
  h: number;
  cells: Cell[];
}

interface Choice {
  says: string;
  from: number;
  to: number;
  now: number;
  grammar: string;
  label: string;
  stake?: string;
}

interface Undo {
  to: number;
  label: string;
  seen: boolean;
}

interface Entry {
  seq: number;
  seat: number;
  kind: string;
  text: string;
  ms: number;
}

interface Open {
  id: string;
  title: string;
  names: string[];
  at?: string;
  state?: string;
  scores?: number[];
}

interface Task {
  text: string;
  glyph: string;
  at: string;
  squares: string[];
}

interface Row {
  round: number;
  name: string;
  points: string[];
}

interface TopicTitle {
  key: string;
  title: string;
}

interface Time {
  ms: number;
  left: number;
  running: boolean;
  down?: boolean;
  delay?: number;
  periods?: number;
  period?: number;
  byoyomi?: boolean;
}

interface Advice {
  topics: string[];
  thinks: boolean;
  told: string;
  verdict: string;
  moves: number;
  says: string[];
  line: string[];
  at: number;
}

interface Match {
  seq: number;
  match: string;
  pictures: string;
  game: string;
  seats: number;
  left?: number[];
  names: string[];
  looks: Look[];
  options: Record<string, string>;
  seal?: string;
  lost?: number;
  turn: number;
  legal: string[];
  likely: string;
  choices: Choice[];
  aside?: Choice[];
  unordered?: boolean;
  fixes: Choice[];
  verbs?: Record<string, string>;
  over: boolean;
  ended: boolean;
  scores: number[];
  lowest: boolean;
  won: number[];
  why?: string;
  facts: number;
  view: View;
  steps: Task[];
  sheet: Row[];
  rule: string;
  topics?: TopicTitle[];
  undo: Undo | null;
  redo: Undo | null;
  log: Entry[];
  clock: Time[] | null;
  device: boolean;
  ready: boolean;
  advice: Advice | null;
  hints: number;
  open: Open[] | null;
}

interface Me {
  role: string;
  wired: boolean;
  lang: string;
  game: string;
  private: boolean;
  sure: boolean;
  name: string;
  nameless: string[] | null;
  match?: Match;
}

interface MatchEvent {
  seq: number;
  lang: string;
  game: string;
  private: boolean;
  role: string;
  ready: boolean;
  slow: boolean;
  advice: string;
  topic: string;
  updating: boolean;
}

interface UpdateResult {
  id: string;
  outcome: string;
  why?: string;
  from: string;
  to?: string;
  title: string;
  text?: string;
}

interface UpdateAnswer {
  version: string;
  news: string[];
  canGoBack: boolean;
  possible: boolean;
  why?: string;
  step: string;
  result?: UpdateResult;
}

interface Moment {
  match: string;
  seq: number;
  kind: string;
  text: string;
  note?: string;
  glyph?: string;
  seats: number[];
  names: string[];
}

interface PanelEvent {
  oled: string;
  lamps: string;
  light: string;
}

interface PastThrow {
  seq: number;
  text: string;
  who: string;
  panel: boolean;
}

interface NamedCup {
  cup: string;
  text: string;
}

interface Throw {
  match: string;
  seq: number;
  rolling: boolean;
  cup: string;
  who: string;
  panel: boolean;
  title?: string;
  text?: string;
  cells: Cell[];
  past: PastThrow[];
  cups: NamedCup[];
}

interface Odds {
  from: number;
  p: number[];
  below: number;
  above: number;
  mean: number;
  tail: number;
}

interface Glyphs {
  version: string;
  glyphs: Record<string, string[]>;
  colours: Record<string, string>;
  labels: Record<string, string>;
  letters?: Record<string, string>;
  art: string[];
}

interface ChosenLook {
  colour: string;
  picture: string;
}

interface LookChoice {
  key: string;
  label: string;
}

interface LookChoices {
  label: string;
  choices: LookChoice[];
}

interface Looks {
  looks: Look[];
  chosen: Record<string, ChosenLook>;
  colours: LookChoices;
  pictures: LookChoices;
}

interface TitledTopic {
  title: string;
  text: string;
}

interface Explanation {
  title: string;
  note: string;
  topics: TitledTopic[];
}

interface Labelled {
  value: string;
  label: string;
}

interface Chosen {
  label: string;
  value: string;
}

interface GameOption {
  name: string;
  label: string;
  default: string;
  offer: string;
  needs: string;
  grammar: string;
  values: Labelled[];
  from: number;
  to: number;
  words?: Record<string, string>;
}

interface Shape {
  label: string;
  seats: number;
  options: Record<string, string>;
}

interface Game {
  name: string;
  title: string;
  about: string;
  min: number;
  max: number;
  tool: boolean;
  first: number;
  luck?: Labelled[];
  art: boolean;
  file: boolean;
  rules?: boolean;
  shapes: Shape[];
  book: number;
  options: GameOption[];
}

interface Draft {
  game: string;
  names: string[];
  options?: Record<string, string>;
  first?: number;
  luck?: string;
  series?: string;
  clock?: string;
}

interface Template {
  game: string;
  seats?: number;
  names: Record<string, string>;
  options: Record<string, Record<string, string>>;
}

interface Sheet {
  name: string;
  value: string;
}

interface BrokenFile {
  file: string;
  why: string;
}

interface Offer {
  games: Game[];
  players: string[] | null;
  drafts: Record<string, Draft>;
  last: Record<string, Draft>;
  latest: string;
  cups: string[];
  dice: string;
  sheets: Sheet[] | null;
  templates: Template[] | null;
  boxes: Record<string, Record<string, string>>;
  open: Open[] | null;
  wrong: BrokenFile[];
  files: boolean;
}

interface DiagramCell {
  glyph: string;
  name?: string;
  mark?: number;
}

interface Diagram {
  w: number;
  h: number;
  cells: DiagramCell[];
}

interface Problem {
  number: number;
  grade: string;
  moves: number;
  options: Record<string, string>;
  view: Diagram;
}

interface Book {
  problems: Problem[];
  today: number;
}

interface Try {
  says: string;
  label: string;
  rule?: string;
  then?: string;
  next?: View;
}

interface Example {
  names: string[];
  view: View;
  tries: Try[];
}

interface Topic {
  key: string;
  title: string;
  text: string;
  art?: string;
  rows?: string[];
  examples: Example[];
}

interface GameRules {
  game: string;
  title: string;
  seats: number;
  options: Chosen[];
  now: string;
  topics: Topic[];
}

interface Summary {
  id: string;
  game: string;
  title: string;
  names: string[];
  looks: Look[];
  options: Chosen[];
  scores: number[];
  lowest: boolean;
  won: number[];
  why: string;
  over: boolean;
  ended: boolean;
  open: boolean;
  ms: number;
  start: string;
  sure: boolean;
  first: number;
  facts: number;
  luck: string;
  past?: boolean;
  day?: boolean;
  place?: string;
  note?: string;
  damaged?: number;
}

interface Award {
  title: string;
  text: string;
  match?: string;
}

interface Evening {
  date: string;
  sure: boolean;
  matches: Summary[];
  awards: Award[];
}

interface Evenings {
  evenings: Evening[];
  next: number;
}

interface Played {
  summary: Summary;
  steps: Entry[];
  sheet: Row[];
  hints: number;
}

interface Position {
  seq: number;
  names: string[];
  looks: Look[];
  view: View;
  scores: number[];
  turn: number;
  prompt: string;
  over: boolean;
  won: number[];
}

interface FaceCount {
  face: string;
  label: string;
  count: number;
  expected: number | null;
}

interface LuckStream {
  name: string;
  label: string;
  by: string;
  seat: number;
  who: string;
  rolls: number;
  faces: FaceCount[];
  luckier: number | null;
  text: string;
}

interface ScoreCurve {
  seqs: number[];
  lines: number[][];
}

interface PlayedGame {
  game: string;
  title: string;
  matches: number;
  wins: number;
  best: number;
  lowest: boolean;
}

interface Versus {
  name: string;
  won: number;
  lost: number;
  shared: number;
}

interface Player {
  name: string;
  look: Look;
  matches: number;
  wins: number;
  streak: number;
  best: number;
  began: number;
  games: PlayedGame[];
  versus: Versus[];
}

interface YearRecord {
  score: number;
  name: string;
  match: string;
}

interface YearGame {
  game: string;
  title: string;
  matches: number;
  ms: number;
  lowest: boolean;
  best: YearRecord | null;
}

interface YearPlayer {
  name: string;
  matches: number;
  wins: number;
}

interface YearMatch {
  match: string;
  game: string;
  title: string;
  names: string[];
  ms: number;
  date: string;
}

interface YearFortune extends YearMatch {
  name: string;
  rolls: number;
  luckier: number;
  of: number;
}

interface YearTogether {
  names: [string, string];
  matches: number;
}

interface Year {
  year: number;
  evenings: number;
  matches: number;
  ms: number;
  unsure: number;
  months: number[];
  games: YearGame[];
  players: YearPlayer[];
  longest: YearMatch | null;
  luckiest: YearFortune | null;
  streak: YearPlayer | null;
  together: YearTogether | null;
}

// Figures describe a set of numbers.
interface Figures {
  count: number;
  mean: number;
  median: number;
  spread: number;
  least: number;
  most: number;
}

interface GameTrend {
  matches: number;
  recent: number;
  before: number;
}

interface GamePoints {
  count: number;
  mean: number;
  median: number;
  spread: number;
  least: number;
  most: number;
  lowest: boolean;
  best: number;
  matches: number;
  otherwise: number;
  trend: GameTrend | null;
}

interface GameSize {
  players: number;
  matches: number;
  won: number;
  length: Figures | null;
  points: Figures | null;
}

interface GamePlace {
  seat?: number;
  matches: number;
  wins: number;
  fair: number;
}

interface GamePlayer {
  name: string;
  look: Look;
  matches: number;
  wins: number;
  points: Figures | null;
  best: number;
  last: string;
}

// GameStats are all matches of a game.
interface GameStats {
  game: string;
  title: string;
  matches: number;
  left: number;
  unsure: number;
  first: string;
  last: string;
  decided: number;
  allwon: number;
  nonewon: number;
  alone: number;
  alonewon: number;
  length: Figures | null;
  points: GamePoints | null;
  sizes: GameSize[];
  seats: GamePlace[];
  began: GamePlace;
  players: GamePlayer[];
}

interface DuelGame {
  game: string;
  title: string;
  matches: number;
  won: [number, number];
  both: number;
  neither: number;
}

// Duel are all matches of two players with each other.
interface Duel {
  names: [string, string];
  looks: Look[];
  matches: number;
  won: [number, number];
  both: number;
  neither: number;
  ahead: [number, number];
  level: number;
  streak: [number, number];
  now: [number, number];
  games: DuelGame[];
  unsure: number;
  first: string;
  last: string;
  match: string;
}

interface IdleGame {
  game: string;
  title: string;
  matches: number;
  last: string;
  days: number;
  match: string;
}

// Times are when a table plays.
interface Times {
  evenings: number;
  matches: number;
  unsure: number;
  nights: number[];
  days: number[];
  hours: number[];
  weeks: number;
  weeksnow: number;
  streak: YearPlayer | null;
  games: IdleGame[];
}

interface RefusalBody {
  seq?: number;
  error: string;
  news?: string[];
  topic?: string;
  reload?: boolean;
}

// ---- Answers that are one of several.

// CupOdds are those of a cup. It has none if it has no totals, or too many.
interface CupOdds extends Partial<Odds> {
  cup: string;
  says: string;
}

// Done is the answer to a POST.
interface Done {
  seq: number;
  role?: string;
  asked?: boolean;
}

// Answer is the answer to a GET of a path. A path that is not served has none.
type Answer<P extends string> =
  P extends `/api/me${"" | `?${string}`}` ? Me
  : P extends `/api/match${"" | `?${string}`}` ? Match
  : P extends `/api/looks${"" | `?${string}`}` ? Looks
  : P extends "/api/games" ? Offer
  : P extends `/api/glyphs?${string}` ? Glyphs
  : P extends `/api/problems?game=${string}` ? Book
  : P extends `/api/rules?game=${string}` ? GameRules
  : P extends "/api/fairness" ? Explanation
  : P extends `/api/odds?cup=${string}` ? CupOdds
  : P extends "/api/players" ? { players: Player[] }
  : P extends `/api/plays?game=${string}` ? GameStats
  : P extends `/api/pair?a=${string}&b=${string}` ? Duel
  : P extends "/api/times" ? Times
  : P extends "/api/update" ? UpdateAnswer
  : P extends "/api/years" ? { years: number[] }
  : P extends `/api/year/${string}` ? Year
  : P extends `/api/evenings?${string}` ? Evenings
  : P extends `/api/history/${string}/at/${number}` ? Position
  : P extends `/api/history/${string}/curve?points=${number}` ? ScoreCurve
  : P extends `/api/history/${string}/luck` ? { streams: LuckStream[] }
  : P extends `/api/history/${string}/bgstats` ? { url: string }
  : P extends `/api/history/${string}` ? Played
  : never;

// ---- What the scripts of the page share.

type Child = Node | string | false | null | undefined;
type Children = Child | Child[];

// Attributes of an element, and its listeners.
interface Properties {
  click?: ((event: MouseEvent & { currentTarget: HTMLElement }) => unknown) | null;
  input?: (event: Event & { target: HTMLInputElement }) => unknown;
  change?: (event: Event & { target: HTMLInputElement }) => unknown;
  submit?: (event: SubmitEvent) => unknown;
  toggle?: (event: Event & { currentTarget: HTMLDetailsElement }) => unknown;
  [attribute: string]: string | number | boolean | null | undefined | ((event: any) => unknown);
}

// Pictures of a game. Art has the ids of the symbols in its file.
interface Pictures {
  game?: string;
  version?: string;
  glyphs?: Record<string, string[]>;
  colours?: Record<string, string>;
  labels?: Record<string, string>;
  letters?: Record<string, string>;
  art?: Set<string>;
}

// Board is what a board needs of a view.
interface Board {
  w: number;
  h: number;
  cells: Square[];
}

type Square = Partial<Cell> & { glyph: string };

// Paper is a match as it is printed.
interface Paper extends Pick<Match, "game" | "names" | "scores" | "won" | "why" | "sheet" | "log"> {
  title: string;
  head: Children;
  view: Board & Pick<View, "strip" | "lines">;
}

// A match as the table has it.
interface Shown extends Match {
  left: number[];
}

// Scene is what the parts of the table draw: the match, what this phone may do, the decisions that
// it is asked for, a lay-out, the decision that the adviser told ("" for none).
interface Scene {
  now: Shown;
  art: Pictures;
  plays: boolean;
  asks: Choice[];
  lays: LayOut | null;
  hint: string;
  redraw: () => void;
}

// Guest is as much of Me as a part of the page asks for.
interface Guest {
  role: string;
  game?: string;
}

// How decisions look: see walk in choices.js.
interface Looking {
  labels?: Record<string, string>;
  verbs?: Record<string, string>;
  images?: (says: string) => (Element | null)[];
  spoken?: (label: string) => Children;
  tint?: (says: string, label: string) => Tint;
  likely?: string;
  unordered?: boolean;
}

interface Tint {
  colour?: string;
  kind?: string;
}

// Take takes a decision.
type Take = (says: string) => unknown;

// Family is all decisions that begin alike.
interface Family {
  prefix: string;
  word: string;
  choices: Choice[];
  label: string; // told apart from others
}

// Offered is how decisions are offered, and what follows a tap.
interface Offered extends Required<Pick<Looking, "labels" | "images" | "spoken" | "tint" | "likely">> {
  ends: string;
  take: Take;
  likeliest: (says: string) => boolean;
  enter: (family: Family) => void;
}

// Follower follows the events of the companion.
interface Follower {
  matched: (event: MatchEvent) => unknown;
  happened: (moment: Moment) => unknown;
  thrown: (thrown: Throw) => unknown;
  back: () => unknown;
}

// LayOut is the lay-out of a match that is at its beginning.
interface LayOut {
  open: boolean;
  prompt: string;
  field: () => Child[];
  dock: () => HTMLElement;
  again: HTMLElement | null;
}

// Pointing is how a board is pointed at: see board in boards.js.
interface Pointing {
  open?: Set<string>;
  chosen?: string[];
  hinted?: string[];
  painted?: Record<string, string>;
  tap?: (name: string) => unknown;
}

// Ghost is a copy of a node where that was in sight.
interface Ghost {
  made: HTMLElement;
  x: number;
  y: number;
}

// A path of a match of the history.
type HistoryPath = `/api/history/${string}`;

// Part is a step of a lay-out, with the keys of what it lays.
interface Part extends Task {
  keys: string[];
}

// Score is a score sheet that is being made.
interface Score {
  name: string;
  rounds: number;
  target: number;
  lowest: boolean;
  categories: Category[];
}

interface Category {
  name: string;
  from: number;
  to: number;
  factor: number;
}

// ClockParts is a clock: its kind, and as much of it as the kind has.
interface ClockParts {
  kind: string;
  minutes: number;
  seconds: number;
  periods: number;
}

// Ranked is what ranks the seats of a match.
type Ranked = Pick<Summary, "won" | "lowest" | "scores" | "names">;

// Seen is what speech knows of a match; spoke is the seat whose turn was said last.
interface Seen extends Partial<Match> {
  match: string;
  seq: number;
  turn: number;
  spoke?: number;
}
