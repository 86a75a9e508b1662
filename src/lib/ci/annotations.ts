/** What CI systems show beside the lines of a change, and about a job. */
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { Failure, systemCode } from '../failure.ts';
import { writeAtomically } from '../files/atomic-file.ts';
import { unwritable } from '../files/file-errors.ts';
import { isObject } from '../json/is-object.ts';

const levels = ['error', 'warning', 'info'] as const;

export interface Annotation {
  readonly level: (typeof levels)[number];
  /** As `link_empty`. */
  readonly code: string;
  readonly message: string;
  /** As typed, from the working folder; undefined: it is about no file. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
}

/** The annotations of one run of the program, which are written at its end. */
export interface Annotations {
  add(annotation: Annotation): void;
  /** Forgets those so far: the work starts again. */
  restart(): void;
  /** Adds Markdown to the summary of the job, where there is such a thing. */
  summarize(markdown: string): void;
  /** Never throws: the command has done its work, whatever becomes of its annotations. */
  finish(): void;
}

interface AnnotationPlaces {
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  /** Writes lines where the CI system reads them. */
  readonly write: (lines: string) => void;
  readonly warn: (problem: string) => void;
  /** With `--mask`, masks addresses. */
  readonly masked: <T>(value: T) => T;
}

/** @param asked the value of `--annotate` @returns undefined if nothing is to be annotated */
export function annotationsFor(asked: unknown, places: AnnotationPlaces): Annotations | undefined {
  const { GITHUB_ACTIONS, GITLAB_CI } = places.environment;
  if (asked === 'github' || (asked === 'auto' && GITHUB_ACTIONS === 'true')) return forGitHub(places);
  if (asked === 'gitlab' || (asked === 'auto' && GITLAB_CI === 'true')) return forGitLab(places);
  return undefined;
}

/** GitHub shows this many of each level in a step (actions/toolkit, docs/problem-matchers.md). */
const mostInStep = 10;

/** Workflow commands and the step summary of GitHub Actions. */
function forGitHub(places: AnnotationPlaces): Annotations {
  const { environment, folder, write, masked } = places;
  const counts = new Map<Annotation['level'], number>();
  let kept: Annotation[] = [];
  let summary = '';
  // Text of strangers may look like a command, so until the end none is obeyed.
  const token = randomUUID();
  write(`::stop-commands::${token}`);
  return {
    add(annotation) {
      const count = (counts.get(annotation.level) ?? 0) + 1;
      counts.set(annotation.level, count);
      if (count <= mostInStep) kept.push(masked(annotation));
    },
    restart() {
      counts.clear();
      kept = [];
    },
    summarize(markdown) {
      summary += `${markdown.trimEnd()}\n\n`;
    },
    finish() {
      write(`::${token}::`);
      const root = environment.GITHUB_WORKSPACE;
      for (const level of levels) {
        const own = kept.filter(each => each.level === level);
        const count = counts.get(level) ?? 0;
        const shown = count > mostInStep ? own.slice(0, mostInStep - 1) : own;
        for (const each of shown) write(workflowCommand(each, each.file && pathIn(root, folder, each.file)));
        if (count > shown.length)
          write(workflowCommand({ level, code: 'more', message: `${count - shown.length} more like these` }));
      }
      const path = environment.GITHUB_STEP_SUMMARY;
      if (path !== undefined && path !== '' && summary !== '')
        attempt(places, path, () => appendFileSync(path, summary));
    },
  };
}

const commands = { error: 'error', warning: 'warning', info: 'notice' };

/** `::error file=issue.md,line=3,title=link_empty::message` */
function workflowCommand({ level, code, message, line }: Annotation, path?: string): string {
  const about = [
    ...(path === undefined ? [] : [`file=${property(path)}`]),
    ...(path === undefined || line === undefined ? [] : [`line=${line}`]),
    `title=${property(code)}`,
  ];
  return `::${commands[level]} ${about.join(',')}::${data(message)}`;
}

/** As `escapeData` and `escapeProperty` of the toolkit of GitHub Actions. */
const data = (text: string) =>
  text
    .replaceAll(/[^\P{Cc}\r\n]/gu, ' ')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The name that GitLab's own jobs give to this report. */
const reportName = 'gl-code-quality-report.json';
/** Issues of a run in that report, which browsers have to load. */
const mostInReport = 1000;

/** A Code Quality report of GitLab, to be named in `artifacts: reports: codequality`. */
function forGitLab(places: AnnotationPlaces): Annotations {
  const { environment, folder, masked } = places;
  const root = environment.CI_PROJECT_DIR || folder;
  let kept: Annotation[] = [];
  let count = 0;
  return {
    add(annotation) {
      // There every issue is about a file.
      if (annotation.file === undefined) return;
      count++;
      if (count <= mostInReport) kept.push(masked(annotation));
    },
    restart() {
      kept = [];
      count = 0;
    },
    summarize() {},
    finish() {
      const last = kept.at(-1);
      const more = count - mostInReport;
      if (more > 0 && last !== undefined)
        kept[mostInReport - 1] = {
          ...last,
          line: undefined,
          code: 'more',
          message: `${more + 1} more like these`,
        };
      const path = join(root, reportName);
      const own = issues(kept, file => pathIn(root, folder, file));
      attempt(places, path, () => {
        // Other commands of the job may have written it before.
        const before = issuesIn(path).filter(each =>
          own.every(issue => issue.fingerprint !== each.fingerprint),
        );
        writeAtomically(path, `${JSON.stringify([...before, ...own], null, 2)}\n`);
      });
    },
  };
}

const severities = { error: 'major', warning: 'minor', info: 'info' };

function issues(annotations: readonly Annotation[], pathOf: (file: string) => string) {
  const counts = new Map<string, number>();
  return annotations.map(({ file = '', line, code, level, message }) => {
    const path = pathOf(file);
    // Without the line, so that a moved issue stays the same issue.
    const identity = JSON.stringify([path, code, message]);
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    return {
      description: message,
      check_name: `newsletter/${code}`,
      fingerprint: createHash('sha256').update(`${identity}${count}`).digest('hex'),
      severity: severities[level],
      location: { path, lines: { begin: line ?? 1 } },
    };
  });
}

function issuesIn(path: string): { readonly fingerprint?: unknown }[] {
  try {
    const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(list) ? list.filter(isObject) : [];
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The path from the folder of the repository, as both systems want it; one outside of it as it is. */
function pathIn(root: string | undefined, folder: string, file: string): string {
  const path = relative(root || folder, resolve(folder, file));
  const isOutside = path.startsWith('..') || isAbsolute(path);
  return (isOutside ? file : path).replaceAll('\\', '/');
}

function attempt({ warn }: AnnotationPlaces, path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    warn((error instanceof Failure ? error : unwritable(path, error)).message);
  }
}
