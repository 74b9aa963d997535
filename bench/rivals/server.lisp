;;; Hunchentoot on SBCL. Built once into an executable: sbcl --script server.lisp EXECUTABLE
;;; Run as: EXECUTABLE FOLDER PORT
(require :asdf)
(handler-bind ((warning #'muffle-warning))
  (let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
    (asdf:load-system :hunchentoot)))

(defpackage :server (:use :cl))
(in-package :server)
(declaim (optimize (speed 3) (safety 1) (debug 0)))

(defvar *rows*)

(defun split (line)
  (loop for from = 0 then (1+ tab)
        for tab = (position #\Tab line :start from)
        collect (subseq line from tab)
        while tab))

(defun read-rows (folder)
  (with-open-file (in (concatenate 'string folder "/rows.tsv") :external-format :utf-8)
    (loop for line = (read-line in nil) while line collect (split line))))

(defun put-escaped (text out)
  (declare (simple-string text))
  (loop for byte across text
        do (case byte
             (#\& (write-string "&amp;" out))
             (#\< (write-string "&lt;" out))
             (#\> (write-string "&gt;" out))
             (#\" (write-string "&quot;" out))
             (#\' (write-string "&#39;" out))
             (t (write-char byte out)))))

(defun page ()
  (with-output-to-string (out)
    (format out "<!DOCTYPE html>~%<html><head><meta charset=\"utf-8\"><title>Table</title></head><body>~%<h1>Rows</h1>~%<table>~%")
    (dolist (row *rows*)
      (write-string "<tr>" out)
      (dolist (cell row)
        (write-string "<td>" out)
        (put-escaped cell out)
        (write-string "</td>" out))
      (write-line "</tr>" out))
    (format out "</table>~%</body></html>~%")))

(defun route (path type answer)
  (push (lambda (request)
          (when (string= path (hunchentoot:script-name request))
            (lambda ()
              (setf (hunchentoot:content-type*) type)
              (funcall answer))))
        hunchentoot:*dispatch-table*))

(defun upload ()
  (format nil "~D~%" (length (hunchentoot:raw-post-data :force-binary t))))

(defun main ()
  (destructuring-bind (folder port) (rest sb-ext:*posix-argv*)
    (setf *rows* (read-rows folder)
          hunchentoot:*hunchentoot-default-external-format* (flexi-streams:make-external-format :utf-8 :eol-style :lf)
          hunchentoot:*dispatch-table* nil)
    (route "/upload" "text/plain; charset=utf-8" #'upload)
    (route "/page" "text/html; charset=utf-8" #'page)
    (route "/ok" "text/plain; charset=utf-8" (constantly "ok"))
    (route "/" "text/plain; charset=utf-8" (constantly (format nil "Hello, world~%")))
    (hunchentoot:start
     (make-instance 'hunchentoot:easy-acceptor
                    :address "127.0.0.1" :port (parse-integer port)
                    :listen-backlog 4096 :read-timeout 3600 :write-timeout 3600
                    :access-log-destination nil :message-log-destination nil
                    :taskmaster (make-instance 'hunchentoot:one-thread-per-connection-taskmaster
                                               :max-thread-count 1000 :max-accept-count 2000)))
    (sleep most-positive-fixnum)))

(sb-ext:save-lisp-and-die (car (last sb-ext:*posix-argv*)) :executable t :save-runtime-options t :toplevel #'main)
