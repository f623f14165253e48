package main

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	// marker is what comments put in front of a line, and what ends them.
	marker = regexp.MustCompile(`^\s*(///?!?|/\*\*?!?|\*/|\*|#+|--+(?: ?[|^])?|;+|%+|\{-+[|^]?|-\}|"""|'''|r"""|@(module)?doc( ~S)?( """)?|=begin|=end)\s?`)
	ending = regexp.MustCompile(`\s*(\*/|-\}|"""|'''|--\]\])\s*$`)
	// stop starts what comments say of parameters, results and examples.
	stop = regexp.MustCompile(`^(@\w+|:\w+[ :]|\\\w+|Args?:|Arguments:|Parameters:?$|Returns?:|Raises:|Example|Usage|>>>|~~~|#+ |---|===|- ?\w+:|<pre|\* @|\.\. )`)
	// noise are the lines that say nothing of the code below.
	noise = regexp.MustCompile(`(?i)copyright|licen[cs]e|all rights reserved|eslint|pylint|noqa|nolint|clang-format|@ts-|rubocop:|phpcs|TODO|FIXME|XXX|^\s*vim:|coding:|generated|SPDX|prettier-ignore|^#!|pragma|^include|^import `)
	tag   = regexp.MustCompile(`<[^>]{1,40}>|\{@\w+ ([^}]*)\}|https?://\S+`)
	// statement is what ends the comment at the top of a file.
	statement = regexp.MustCompile(`(?m)^(package|import|module|namespace|using|use|require|from|defmodule|library|export|pub|extern|#include|#ifndef)\b`)
	sentence  = regexp.MustCompile(`[.!?](\s|$)`)
)

// fence starts and ends an example in a comment.
const fence = "```"

// plainComment returns what the first paragraph of a comment says, without marks. It is
// empty when it says nothing of code.
func plainComment(raw string) string {
	var lines []string
	for line := range strings.Lines(raw) {
		line = strings.TrimRight(line, " \t\r\n")
		if noise.MatchString(line) {
			if len(lines) > 0 {
				break
			}
			continue
		}
		bare := strings.TrimSpace(line)
		if strings.HasPrefix(bare, "#[") || strings.HasPrefix(bare, "[") || strings.HasPrefix(bare, "@") && !strings.HasPrefix(bare, "@doc") && !strings.HasPrefix(bare, "@moduledoc") {
			if len(lines) > 0 {
				break
			}
			continue // an attribute
		}
		line = ending.ReplaceAllString(marker.ReplaceAllString(marker.ReplaceAllString(line, ""), ""), "")
		line = strings.TrimSpace(line)
		if line == "" && len(lines) == 0 {
			continue
		}
		if line == "" || strings.HasPrefix(line, fence) || stop.MatchString(line) {
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(strings.Fields(tag.ReplaceAllString(strings.Join(lines, " "), "$1")), " ")
}

// firstSentences returns text up to the end of the sentence that passes limit.
func firstSentences(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	if at := sentence.FindStringIndex(text[limit:]); at != nil {
		return text[:limit+at[0]+1]
	}
	return text
}

// spoken reports whether text looks like a sentence and not like code.
func spoken(text string, words int) bool {
	fields := strings.Fields(text)
	plain := 0
	for _, f := range fields {
		f = strings.Trim(f, ".,:;!?()'\"`")
		if len(f) > 1 && strings.IndexFunc(f, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' && c != '\'' }) < 0 {
			plain++
		}
	}
	return plain >= words && 4*plain >= 3*len(fields)-2
}
